import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import type { RecordMachine, RecordRef } from '../../machines/shared/record.machine.ts'
import { useViewActor } from '../view-actor.ts'
import { Form, FormError } from './form.tsx'
import { SaveBar } from './save-bar.tsx'

/** Changes something that exists, and takes what is read of it. `valuesOf` is the same at every call. */
export function useRecord<Thing, Values extends object>(
  machine: RecordMachine<Values>,
  id: string,
  thing: Thing,
  valuesOf: (thing: Thing) => Values,
): RecordRef<Values> {
  const actor = useViewActor(machine, { input: { id, values: valuesOf(thing) } })
  useEffect(() => actor.send({ type: 'record.read', values: valuesOf(thing) }), [actor, thing, valuesOf])
  return actor
}

interface RecordFormProps {
  actor: ComponentProps<typeof Form>['actor'] & ComponentProps<typeof SaveBar>['actor']
  editable: boolean
  gap: '5' | '6' | '9'
  children: ReactNode
}

/** Its fields, and what saves them. */
export const RecordForm = ({ actor, editable, gap, children }: RecordFormProps) => (
  <Form actor={actor}>
    <FormError />
    <chakra.fieldset disabled={!editable} display="grid" gap={gap}>
      {children}
    </chakra.fieldset>
    {editable && <SaveBar actor={actor} />}
  </Form>
)
