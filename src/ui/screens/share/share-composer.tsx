import { chakra, Flex, Text, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Square } from 'lucide-react'
import type { ConversationRef } from '../../../machines/conversation/conversation.machine.ts'
import type { ShareRef } from '../../../machines/share/share.machine.ts'
import { QUESTION_MAX } from '../../../services/contract/conversations.ts'
import type { SharePage } from '../../../services/contract/share.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ShareStanding } from './share-standing.tsx'

interface ShareComposerProps {
  page: SharePage
  share: ShareRef
  conversation: ConversationRef
}

/** Enter asks, Shift+Enter begins a new line; where nothing can be asked it says why. */
export function ShareComposer({ page, share, conversation }: ShareComposerProps) {
  const asking = useSelector(share, (snapshot) => snapshot.hasTag('asking'))
  const draft = useSelector(conversation, ({ context }) => context.draft)
  const error = useSelector(conversation, (snapshot) => snapshot.context.error)
  const mayAsk = useSelector(conversation, (snapshot) => snapshot.can({ type: 'question.submitted' }))
  const mayStop = useSelector(conversation, (snapshot) => snapshot.can({ type: 'stop.requested' }))
  const submit = () => {
    if (asking) conversation.send({ type: 'question.submitted' })
  }
  return (
    <Flex direction="column" gap="2.5" maxWidth="45rem">
      <ShareStanding share={share} />
      {asking && error && <Notice tone="error">{error}</Notice>}
      <chakra.form
        display="flex"
        alignItems="flex-end"
        gap="3"
        border="1px solid"
        borderColor="control"
        borderRadius="xl"
        bg="raised"
        px="4"
        py="3"
        _focusWithin={{ borderColor: 'accent', boxShadow: '0 0 0 1px var(--l-colors-accent)' }}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Textarea
          aria-label="Your question"
          rows={1}
          value={draft}
          maxLength={QUESTION_MAX}
          placeholder={`Ask ${page.name}…`}
          border="0"
          bg="transparent"
          px="0"
          py="1.5"
          resize="none"
          maxHeight="10rem"
          _focusVisible={{ outline: 'none' }}
          css={{ fieldSizing: 'content' }}
          onChange={({ target }) => conversation.send({ type: 'draft.changed', text: target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
        />
        {mayStop ? (
          <Button size="sm" onClick={() => conversation.send({ type: 'stop.requested' })}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="sm" disabled={!asking || !mayAsk}>
            Ask
          </Button>
        )}
      </chakra.form>
      <Text textStyle="small" color="ink.3">
        {page.answers === 'quoted'
          ? 'Answers are sentences quoted from documents.'
          : 'Answers are written by a language model from documents, and can be wrong.'}
        {asking && ` You may ask ${page.budget.left} more today.`}
      </Text>
    </Flex>
  )
}
