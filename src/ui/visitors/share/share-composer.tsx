import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Square } from 'lucide-react'
import { Suspense } from 'react'
import type { ConversationRef } from '../../../machines/conversations/conversation/conversation.machine.ts'
import type { HandoverRef } from '../../../machines/visitors/handover.machine.ts'
import type { ShareRef } from '../../../machines/visitors/share.machine.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { t } from '../../../texts/t.ts'
import { PersonAnswers, useMessageField } from '../../conversations/conversation/person-composer.tsx'
import { PoweredBy } from '../../conversations/conversation/powered-by.tsx'
import { QuestionField } from '../../conversations/conversation/question-field.tsx'
import { Button } from '../../parts/button.tsx'
import { later } from '../../parts/later.ts'
import { Notice } from '../../parts/notice.tsx'
import { Rich } from '../../parts/rich.tsx'
import { loadLog } from './share-parts.ts'

const pad = (count: number) => String(count).padStart(2, '0')

/** `1:04:09` or `0:42` until then. */
const countdown = (ms: number) => {
  const seconds = Math.max(Math.ceil(ms / 1000), 0)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

const SAID = {
  paused: t('This assistant is paused. Your earlier questions stay here.'),
  expired: t('This page is closed. Your earlier questions stay here.'),
  overBudget: t('This assistant has reached its limit for now. Please come back later.'),
  offline: t('You are offline. You can read this page, and ask when you are back online.'),
  unchecked: t('The assistant cannot be reached. You can still read this page. Reconnecting automatically.'),
} as const

/** Why no question can be asked now, and until when. */
function ShareStanding({ share }: { share: ShareRef }) {
  const standing = useSelector(share, ({ value }) =>
    typeof value === 'object' ? (value.shown ?? null) : null,
  )
  const { waitUntil, now } = useSelector(share, ({ context }) => context)
  const mayLook = useSelector(share, (snapshot) => snapshot.can({ type: 'retry.requested' }))
  if (standing === 'limited')
    return (
      <Notice tone="caution">
        <Rich
          text={t('You have reached the limit. You can ask again in <0>{waitUntil}</0>.', {
            waitUntil: countdown(waitUntil - now),
          })}
          parts={[<b aria-live="off" />]}
        />
      </Notice>
    )
  if (standing === null || !(standing in SAID)) return null
  return (
    <Notice tone="caution">
      {SAID[standing as keyof typeof SAID]}
      {mayLook && (
        <Button size="sm" ms="3" onClick={() => share.send({ type: 'retry.requested' })}>
          {t('Check again')}
        </Button>
      )}
    </Notice>
  )
}

/** While more are left, a visitor need not think about the limit. */
const FEW_LEFT = 3

// Answers cannot be stopped before they are shown: the code for it is loaded with them.
const Interrupted = later(async () => (await loadLog()).Interrupted)
const Unread = later(async () => (await loadLog()).Unread)

interface ShareComposerProps {
  page: SharePage
  share: ShareRef
  conversation: ConversationRef
  handover: HandoverRef | undefined
}

/** If nothing can be asked, it says why. */
export function ShareComposer({ page, share, conversation, handover }: ShareComposerProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  const draft = useSelector(conversation, ({ context }) => context.draft)
  const error = useSelector(conversation, (snapshot) =>
    snapshot.matches('resting') ? snapshot.context.error : null,
  )
  const mayAsk = useSelector(conversation, (snapshot) => snapshot.can({ type: 'question.submitted' }))
  const mayStop = useSelector(conversation, (snapshot) => snapshot.can({ type: 'stop.requested' }))
  const hasAsked = useSelector(conversation, ({ context }) => context.messages.length > 0)
  const message = useMessageField(handover)
  const submit = () => {
    if (asking) conversation.send({ type: 'question.submitted' })
  }
  return (
    <Flex direction="column" gap="2.5" maxWidth="45rem">
      {message === null && (
        <>
          <ShareStanding share={share} />
          {hasAsked && (
            <Suspense fallback={null}>
              <Interrupted actor={conversation} />
              {asking && <Unread actor={conversation} />}
            </Suspense>
          )}
          {asking && error && <Notice tone="error">{error}</Notice>}
        </>
      )}
      <QuestionField
        {...(message ?? {
          text: draft,
          placeholder: t('Ask {name}…', { name: page.name }),
          onChange: (text) => conversation.send({ type: 'draft.changed', text }),
          onSubmit: submit,
          children: mayStop ? (
            <Button size="sm" onClick={() => conversation.send({ type: 'stop.requested' })}>
              <Square aria-hidden />
              {t('Stop')}
            </Button>
          ) : (
            <Button type="submit" variant="primary" size="sm" disabled={!asking || !mayAsk}>
              {t('Ask')}
            </Button>
          ),
        })}
      />
      {message !== null ? (
        <PersonAnswers />
      ) : (
        <Flex gap="1" columnGap="5" wrap="wrap" justify="space-between" textStyle="small" color="ink.3">
          <Text>
            {page.answers === 'quoted'
              ? t('Answers are sentences quoted from documents.')
              : t('Answers are written by a language model from documents, and can be wrong.')}{' '}
            {asking &&
              page.budget.left <= FEW_LEFT &&
              t('You can ask {left} more today.', { left: page.budget.left })}
          </Text>
          {page.powered_by && <PoweredBy />}
        </Flex>
      )}
    </Flex>
  )
}
