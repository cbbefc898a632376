import { setup as original } from 'xstate'
import { type Mutant, mutate } from './mutants.ts'

export * from 'xstate'

interface Chosen {
  readonly machine: string
  readonly mutant: Mutant
}

const { machine, mutant }: Chosen = JSON.parse(process.env.LECTERN_MUTANT ?? '{}')

type Prepared = ReturnType<typeof original>

/** Creates machines as usual, except the one to be changed. */
function changing(prepared: Prepared): Prepared {
  return {
    ...prepared,
    extend: (more: never) => changing(prepared.extend(more) as never),
    createMachine: (config: { id?: string }) =>
      prepared.createMachine((config.id === machine ? mutate(config, mutant) : config) as never),
  } as never
}

export const setup = ((options: never) => changing(original(options))) as typeof original
