import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { AnyActorRef } from 'xstate'
import type { Elsewhere } from '../../machines/shared/record.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { SubmitButton } from './form.tsx'
import { listed } from './format.ts'
import { Notice } from './notice.tsx'

/** A form for something that exists, whatever its values are. */
interface ChangedRef extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    readonly context: { readonly elsewhere: Elsewhere }
    can(event: { type: 'form.submitted' | 'changes.discarded' }): boolean
  }
  send(event: { type: 'changes.discarded' }): void
}

/** Changes by others while something was typed here. */
function ChangedElsewhere({ taken, overruled }: Elsewhere) {
  if (taken.length + overruled.length === 0) return null
  return (
    <Notice tone="caution">
      {taken.length > 0 && (
        <Text>{t('Changed elsewhere and updated here: {taken}.', { taken: listed(taken) })}</Text>
      )}
      {overruled.length > 0 && (
        <Text>
          {t('Changed here and elsewhere: {overruled}. Saving replaces the other change with yours.', {
            overruled: listed(overruled),
          })}
        </Text>
      )}
    </Notice>
  )
}

/** Saves or discards changes. */
export function SaveBar({
  actor,
  label = t('Save changes'),
  children,
}: {
  actor: ChangedRef
  /** Its own name, if a page has several forms to save. */
  label?: string
  children?: ReactNode
}) {
  const maySave = useSelector(actor, (form) => form.can({ type: 'form.submitted' }))
  const mayDiscard = useSelector(actor, (form) => form.can({ type: 'changes.discarded' }))
  const elsewhere = useSelector(actor, ({ context }) => context.elsewhere)
  return (
    <>
      <ChangedElsewhere {...elsewhere} />
      <Flex gap="3" align="center" wrap="wrap" mt="2">
        <SubmitButton busy={t('Saving…')} disabled={!maySave}>
          {label}
        </SubmitButton>
        {mayDiscard && (
          <Button variant="ghost" onClick={() => actor.send({ type: 'changes.discarded' })}>
            {t('Discard')}
          </Button>
        )}
        {mayDiscard && (
          <Text textStyle="small" color="ink.2" role="status">
            {t('Not saved yet.')}
          </Text>
        )}
        {children}
      </Flex>
    </>
  )
}
