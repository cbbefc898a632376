import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNEY_FILE, type Journey } from '../../../tests/e2e/journeys/recording.ts'

/** Steps with different pictures; pictures are WebP in base64, null if the step is missing. */
export interface ChangedJourney {
  readonly title: string
  readonly steps: readonly {
    readonly says: string
    readonly before: string | null
    readonly after: string | null
  }[]
}

const journeyIn = (folder: string): Journey | null => {
  const file = join(folder, JOURNEY_FILE)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Journey) : null
}

const pictureOf = (folder: string, journey: Journey | null, place: number) => {
  const step = journey?.steps[place]
  return step ? readFileSync(join(folder, step.picture)).toString('base64') : null
}

/** Journeys that look different in two recorded folders. */
export function changedJourneys(before: string, after: string): ChangedJourney[] {
  const idsIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const ids = [...new Set([...idsIn(before), ...idsIn(after)])].sort()
  return ids.flatMap((id) => {
    const [old, now] = [journeyIn(join(before, id)), journeyIn(join(after, id))]
    const count = Math.max(old?.steps.length ?? 0, now?.steps.length ?? 0)
    const steps = Array.from({ length: count }, (_, place) => ({
      says: (now?.steps[place] ?? old?.steps[place])!.says,
      before: pictureOf(join(before, id), old, place),
      after: pictureOf(join(after, id), now, place),
    })).filter((step) => step.before !== step.after)
    return steps.length === 0 ? [] : [{ title: (now ?? old)!.title, steps }]
  })
}
