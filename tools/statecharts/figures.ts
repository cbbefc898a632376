import type { ElkNode, ElkPoint } from 'elkjs/lib/elk.bundled.js'
import { SMALLEST } from './text.ts'

/** The size that a drawing must fit, in px, and its smallest text at that size. */
export const SCREEN = { width: 1280, height: 800 }
export const READABLE = 11
/** On a page, the states' screens and the simulator are beside it. */
export const STAGE = { width: 900, height: 670 }

/** Readability of a drawing: less is better, except for its text. */
export interface Figures {
  readonly width: number
  readonly height: number
  /** px, when the whole drawing fits the screen. */
  readonly text: number
  readonly crossings: number
  /** Of all arrows together, in px. */
  readonly length: number
}

type Segment = readonly [ElkPoint, ElkPoint]

const segmentsOf = (graph: ElkNode): Segment[][] =>
  (graph.edges ?? []).map(({ sections = [] }) =>
    sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => {
      const points = [startPoint, ...bendPoints, endPoint]
      return points.slice(1).map((point, index): Segment => [points[index]!, point])
    }),
  )

const between = (value: number, one: number, other: number) =>
  value > Math.min(one, other) + 0.5 && value < Math.max(one, other) - 0.5

/** For orthogonal segments: one is horizontal, the other vertical. */
function isCrossing([a, b]: Segment, [c, d]: Segment): boolean {
  const lies = Math.abs(a.y - b.y) < 0.5
  if (lies === Math.abs(c.y - d.y) < 0.5) return false
  return lies
    ? between(c.x, a.x, b.x) && between(a.y, c.y, d.y)
    : between(a.x, c.x, d.x) && between(c.y, a.y, b.y)
}

/** The smallest text's size when a drawing is shrunk into a frame; never enlarged. */
export const textIn = (
  { width = 0, height = 0 }: { readonly width?: number; readonly height?: number },
  frame: { readonly width: number; readonly height: number },
) => SMALLEST * Math.min(1, frame.width / width, frame.height / height)

export function figuresOf(graph: ElkNode): Figures {
  const arrows = segmentsOf(graph)
  const crossings = arrows.flatMap((one, place) =>
    arrows.slice(place + 1).flatMap((other) => one.flatMap((a) => other.filter((b) => isCrossing(a, b)))),
  )
  const length = arrows.flat().reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0)
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    text: textIn(graph, SCREEN),
    crossings: crossings.length,
    length: Math.round(length),
  }
}

/** By the picture's name: `machine/file`. */
export type AllFigures = ReadonlyMap<string, Figures>

export const total = (figures: AllFigures) => {
  const all = [...figures.values()]
  const sum = (key: 'crossings' | 'length') => all.reduce((so, one) => so + one[key], 0)
  return {
    crossings: sum('crossings'),
    length: sum('length'),
    smallest: Math.min(...all.map(({ text }) => text)),
  }
}
