import { type ComponentType, lazy } from 'react'
import { PART_MISSED } from '../../machines/shell/navigation/part-missed.ts'

const RETRIED_AFTER = 5_000 // ms

/** Without a connection, the page stays as it is. */
const fetched = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(() => {
    dispatchEvent(new Event(PART_MISSED))
    return new Promise((resolve) => setTimeout(() => resolve(fetched(load)), RETRIED_AFTER))
  })

/**
 * A part of a screen whose code comes after it. A failed fetch is repeated: React would remember it, and break the
 * whole screen until a reload.
 */
export const later = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() => fetched(async () => ({ default: await load() })))
