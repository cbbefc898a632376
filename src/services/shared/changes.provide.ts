import { fromPromise } from 'xstate'
import type { FormMachine } from '../../machines/shared/form/form.machine.ts'
import type { OperationMachine } from '../../machines/shared/operation.machine.ts'
import type { RecordMachine } from '../../machines/shared/record.machine.ts'
import type { InSystem } from '../../machines/system.ts'

/** Sends the values of a form, or their differences from those it was opened with, then rereads what changed. */
export const provideForm = <Values extends object, Output>(
  machine: FormMachine<Values, Output>,
  submit: (values: Values, organizationId: string, opened: Values | null) => Promise<Output>,
  finish: (output: Output) => void = () => {},
) =>
  machine.provide({
    actors: {
      submit: fromPromise(({ input: { values, organizationId, opened } }) =>
        submit(values, organizationId, opened),
      ),
    },
    actions: { finish: (_, { output }) => finish(output) },
  })

/** Days as in a form; '' means no end. */
export const daysIn = (lifetime: string): number | null => (lifetime === '' ? null : Number(lifetime))

/** Saves the changed fields of a record. */
export const provideRecord = <Values extends object>(
  machine: RecordMachine<Values>,
  save: (id: string, changes: Partial<Values>, scope: InSystem) => Promise<Values>,
) =>
  machine.provide({
    actors: {
      save: fromPromise(({ input, system }) => save(input.id, input.changes, { system })),
    },
  })

/** Carries out a request, then rereads the lists that show it. */
export const provideOperation = <Request>(
  machine: OperationMachine<Request>,
  run: (request: Request) => Promise<unknown>,
  refresh: () => void = () => {},
) =>
  machine.provide({
    actors: {
      run: fromPromise(async ({ input: { request } }) => {
        await run(request)
      }),
    },
    actions: { refresh },
  })
