import type { Colour } from './looks.ts';

export type Theme = 'light' | 'dark';

/** Colours of drawings in files, which cannot use the CSS variables of a page. */
export const PALETTES: Record<Theme, Record<Colour, string>> = {
  light: {
    back: '#ffffff',
    state: '#ffffff',
    group: '#f7f8fa',
    border: '#c4cad4',
    line: '#6b7785',
    text: '#1d2129',
    quiet: '#4e5969',
    guard: '#0e42d2',
    tag: '#e5e6eb',
    good: '#007d1f',
    bad: '#cb2634',
    accent: '#165dff',
    accentBack: '#e8f3ff',
    found: '#d25f00',
  },
  dark: {
    back: '#17171a',
    state: '#2a2a2d',
    group: '#1f1f22',
    border: '#5a5b61',
    line: '#9fa1a8',
    text: '#f0f0f2',
    quiet: '#b8bac0',
    guard: '#8eb4ff',
    tag: '#3d3d41',
    good: '#4cd263',
    bad: '#f98981',
    accent: '#4b8bff',
    accentBack: '#16284f',
    found: '#ff9a2e',
  },
};
