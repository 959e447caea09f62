// Colours of the demo's drawings: mixing, and the light of each time of day.

/** The colour between two others, `t` from 0 (the first) to 1. */
export function mix(from: string, to: string, t: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((a ?? 0) + ((b ?? 0) - (a ?? 0)) * t)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Nearer to white. */
export const lighten = (colour: string, t: number): string => mix(colour, '#ffffff', t);

/** Nearer to a warm black. */
export const darken = (colour: string, t: number): string => mix(colour, '#14101c', t);

/** The light of a scene. */
export interface Mood {
  /** From the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string];
  /** Sun or moon. */
  readonly disc: string;
  readonly cloud: string;
  /** Land far away and near by. */
  readonly far: string;
  readonly near: string;
  /** Water at the horizon and at the front. */
  readonly sea: readonly [string, string];
  /** What light does to surfaces: their colours are mixed with this one, as strongly as `tint` says. */
  readonly veil: string;
  readonly tint: number;
  /** Windows are lit. */
  readonly isDark: boolean;
}

function mood(
  sky: Mood['sky'],
  [disc, cloud]: readonly [string, string],
  [far, near]: readonly [string, string],
  sea: Mood['sea'],
  [veil, tint]: readonly [string, number],
  isDark = false,
): Mood {
  return { sky, disc, cloud, far, near, sea, veil, tint, isDark };
}

/** The moods by name. */
export const MOODS = {
  dawn: mood(
    ['#5b6fa8', '#f0a58c', '#ffe0a8'],
    ['#fff4d0', '#f9c8b0'],
    ['#b08ea2', '#4c4a72'],
    ['#f3c3a0', '#566a9b'],
    ['#f0a58c', 0.25],
  ),
  day: mood(
    ['#2f86c9', '#79bfe8', '#dff2fa'],
    ['#fff7d6', '#ffffff'],
    ['#8fb7c9', '#3f7a54'],
    ['#8fd0dc', '#1c6a92'],
    ['#ffffff', 0],
  ),
  noon: mood(
    ['#1fa3c4', '#7fd6da', '#f6f3d9'],
    ['#fff6b8', '#fffdf2'],
    ['#a9c7b0', '#5d8f3e'],
    ['#9fe3d6', '#12798f'],
    ['#fff2c4', 0.08],
  ),
  autumn: mood(
    ['#7fa3b5', '#e8cfa2', '#fbe9c6'],
    ['#ffefc2', '#fbeedb'],
    ['#c3a07a', '#8f4b22'],
    ['#d9c39a', '#4f6a70'],
    ['#d98b3a', 0.18],
  ),
  dusk: mood(
    ['#2a2352', '#b4487a', '#ff9a56'],
    ['#ffd98a', '#d9648a'],
    ['#7b4a7c', '#251d45'],
    ['#f08a5e', '#3a2a63'],
    ['#5a2f6e', 0.4],
    true,
  ),
  night: mood(
    ['#060b24', '#13264f', '#2f4f7d'],
    ['#f3efd2', '#2a3f69'],
    ['#1f355f', '#070b1e'],
    ['#2a4a78', '#081431'],
    ['#0a1536', 0.62],
    true,
  ),
  storm: mood(
    ['#2e3640', '#57646e', '#93a09f'],
    ['#c9d0c8', '#3f4a54'],
    ['#66737a', '#26323a'],
    ['#6f8285', '#22333c'],
    ['#3f4c55', 0.38],
  ),
  fog: mood(
    ['#b9c4c9', '#d5dcdc', '#eef0ec'],
    ['#ffffff', '#e8ecec'],
    ['#c2cccd', '#7f9093'],
    ['#d3dbda', '#8da1a5'],
    ['#dfe5e4', 0.5],
  ),
  snow: mood(
    ['#8fb2d4', '#c9dcec', '#f6f5f2'],
    ['#fffdf0', '#f2f6fa'],
    ['#c4d3e2', '#eef3f8'],
    ['#bdd3e2', '#5b83a3'],
    ['#dfeaf5', 0.3],
  ),
} as const satisfies Record<string, Mood>;

/** Name of a mood. */
export type MoodName = keyof typeof MOODS;

/** A colour as it looks in a mood. */
export const inMood = (colour: string, { veil, tint }: Mood): string => mix(colour, veil, tint);
