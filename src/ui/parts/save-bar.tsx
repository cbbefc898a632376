import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { RecordRef } from '../../machines/record/record.machine.ts'
import { Button } from './button.tsx'
import { SubmitButton } from './form.tsx'

/** Saves what differs, or discards it. */
// biome-ignore lint/suspicious/noExplicitAny: values differ from record to record
export function SaveBar({ actor }: { actor: RecordRef<any> }) {
  const maySave = useSelector(actor, (form) => form.can({ type: 'form.submitted' }))
  const mayDiscard = useSelector(actor, (form) => form.can({ type: 'changes.discarded' }))
  return (
    <Flex gap="3" align="center" wrap="wrap" mt="2">
      <SubmitButton busy="Saving…" disabled={!maySave}>
        Save changes
      </SubmitButton>
      {mayDiscard && (
        <Button variant="ghost" onClick={() => actor.send({ type: 'changes.discarded' })}>
          Discard
        </Button>
      )}
      {mayDiscard && (
        <Text textStyle="small" color="ink.2" role="status">
          Not saved yet.
        </Text>
      )}
    </Flex>
  )
}
