import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Call, Calls, Kind, Told } from './engine.child.ts'
import type { Place } from './engines.ts'

const BASE = 'base'

export type EngineProcess = ReturnType<typeof startEngine>

/** An index in a process of its own, which is asked one thing at a time. */
export const startEngine = (place: Omit<Place, 'base'>) => {
  const child = fork(path.join(import.meta.dirname, 'engine.child.ts'), {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the process of the index ended')))
  // It ends when it is closed, too.
  ended.catch(() => {})
  const call = async <One extends Kind>(kind: One, asked: Calls[One]['asked'], base = BASE) => {
    const told = new Promise<Told>((resolve) => child.once('message', (message) => resolve(message as Told)))
    child.send({ kind, base, ...asked } as Call)
    return (await Promise.race([told, ended])) as { took: number; result: Calls[One]['told'] }
  }
  return {
    call,
    open: (versions: [string, string][], base = BASE) =>
      call('open', { place: { ...place, folder: path.join(place.folder, base) }, versions }, base),
    async close() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
