import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw, Square, X } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import { selectEditedId } from '../../../machines/conversations/conversation/conversation.selectors.ts'
import { t } from '../../../texts/t.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Interrupted } from './interrupted.tsx'
import { PersonAnswers } from './person-composer.tsx'
import { QuestionField } from './question-field.tsx'
import { Unread } from './unread.tsx'

interface ComposerProps {
  actor: ConversationRef
  placeholder: string
  started: boolean
  /** To the person who has taken over. */
  message: ComponentProps<typeof QuestionField> | null
  onNew: () => void
  autoFocus: boolean
}

/** While an answer arrives, the button stops it. */
export function Composer({ actor, placeholder, started, message, onNew, autoFocus }: ComposerProps) {
  const draft = useSelector(actor, ({ context }) => context.draft)
  const code = useSelector(actor, ({ context }) => context.code)
  const error = useSelector(actor, (conversation) =>
    conversation.matches('resting') ? conversation.context.error : null,
  )
  const isUnsent = useSelector(actor, (conversation) => conversation.matches({ resting: 'unsent' }))
  const mayAsk = useSelector(actor, (conversation) => conversation.can({ type: 'question.submitted' }))
  const mayStop = useSelector(actor, (conversation) => conversation.can({ type: 'stop.requested' }))
  const mayRestart = useSelector(actor, (conversation) =>
    conversation.can({ type: 'conversation.restarted' }),
  )
  const editedId = useSelector(actor, selectEditedId)
  const field = useRef<HTMLTextAreaElement>(null)
  const toField = () => field.current?.focus()
  useEffect(() => {
    if (editedId !== null) toField()
  }, [editedId])
  return (
    <Flex direction="column" gap="3" maxWidth="45rem">
      {message === null && (
        <>
          <Interrupted actor={actor} />
          <Unread actor={actor} />
          {editedId !== null && (
            <Flex align="center" justify="space-between" gap="3" textStyle="small" color="ink.2">
              <Text>{t('You are editing your last question. Its answer will be replaced.')}</Text>
              <Button
                variant="ghost"
                size="sm"
                onClick={() => {
                  actor.send({ type: 'editing.canceled' })
                  toField()
                }}
              >
                <X aria-hidden />
                {t('Keep it as it was')}
              </Button>
            </Flex>
          )}
          {error && (
            <Notice tone="error">
              <Flex align="center" justify="space-between" gap="3" wrap="wrap">
                <span>
                  {error}
                  <UpgradeOffer code={code} />
                </span>
                {isUnsent && (
                  <Button
                    size="sm"
                    disabled={!mayAsk}
                    onClick={() => {
                      actor.send({ type: 'retry.requested' })
                      toField()
                    }}
                  >
                    {t('Retry')}
                  </Button>
                )}
              </Flex>
            </Notice>
          )}
        </>
      )}
      <QuestionField
        field={field}
        {...(message ?? {
          autoFocus,
          text: draft,
          placeholder,
          onChange: (text) => actor.send({ type: 'draft.changed', text }),
          onSubmit: () => actor.send({ type: 'question.submitted' }),
          onEscape: () => actor.send({ type: 'editing.canceled' }),
          children: (
            <>
              {started && editedId === null && (
                <Button variant="ghost" size="sm" disabled={!mayRestart} onClick={onNew}>
                  <RotateCcw aria-hidden />
                  {t('New')}
                </Button>
              )}
              {mayStop ? (
                <Button size="sm" onClick={() => actor.send({ type: 'stop.requested' })}>
                  <Square aria-hidden />
                  {t('Stop')}
                </Button>
              ) : (
                <Button type="submit" variant="primary" size="sm" disabled={!mayAsk}>
                  {editedId === null ? t('Ask') : t('Ask again')}
                </Button>
              )}
            </>
          ),
        })}
      />
      {message !== null && <PersonAnswers />}
    </Flex>
  )
}
