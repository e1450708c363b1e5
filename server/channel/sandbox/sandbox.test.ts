import { openSimulatedWorld } from '#tests/support/simulated-world.ts';
import { describeAdPlatform } from '../conformance/describe-ad-platform.ts';

describeAdPlatform('the simulated channel', openSimulatedWorld);
