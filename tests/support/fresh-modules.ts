// Runs before every test file that replaces modules: our own modules are evaluated anew, and packages, which take longest, stay loaded.
import { vi } from 'vitest';

vi.resetModules();
