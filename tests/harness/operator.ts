import { runOperator } from '../../server/operator/run.ts'
import type { Place } from './database.ts'

/** `lectern …` on the data of a place; returns its output and its exit code. */
export async function operate(place: Pick<Place, 'dataDir' | 'databaseUrl'>, words: string[], env = {}) {
  const said: string[] = []
  const code = await runOperator(words, {
    env: { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '', PORT: '0', ...env },
    say: (line) => void said.push(line),
    complain: (line) => void said.push(line),
  })
  return { code, said: said.join('\n') }
}
