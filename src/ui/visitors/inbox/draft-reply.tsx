import { Box, Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Sparkles, Undo2 } from 'lucide-react'
import type { DraftReplyRef } from '../../../machines/visitors/draft-reply.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'

interface DraftButtonProps {
  actor: DraftReplyRef
  /** Moves the focus to the field: a letter typed next must be text, not a shortcut. */
  toField: () => void
}

/** The button that requests a draft, and stops it: one element, so that it keeps the focus. */
export function DraftButton({ actor, toField }: DraftButtonProps) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <Flex align="center" gap="2" me="auto">
      {busy && (
        <Text role="status" textStyle="small" color="ink.2">
          {t('Drafting from the sources…')}
        </Text>
      )}
      <Button
        size="sm"
        onClick={() => {
          actor.send(busy ? { type: 'draft.cancelled' } : { type: 'draft.requested' })
          toField()
        }}
      >
        {busy ? (
          t('Stop')
        ) : (
          <>
            <Sparkles aria-hidden />
            {t('Draft reply')}
          </>
        )}
      </Button>
    </Flex>
  )
}

interface DraftSourcesProps extends Pick<DraftButtonProps, 'actor' | 'toField'> {
  /** A text is on its way. */
  sending: boolean
}

/** Why there is no draft, or its sources. */
export function DraftSources({ actor, sending, toField }: DraftSourcesProps) {
  const { draft, error } = useSelector(actor, ({ context }) => context)
  const isSubmitted = useSelector(actor, (snapshot) => snapshot.matches({ drafted: 'submitted' }))
  if (error) return <Notice tone="error">{error}</Notice>
  if (!draft || (sending && isSubmitted)) return null
  return (
    <Box role="group" aria-label={t('Sources of the draft')} textStyle="small">
      <Flex justify="space-between" align="center" gap="3" mb="1">
        <Text color="ink.2">{t('Drafted from these sources. Check it before you send it.')}</Text>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            actor.send({ type: 'draft.undone' })
            toField()
          }}
        >
          <Undo2 aria-hidden />
          {t('Undo draft')}
        </Button>
      </Flex>
      <Box
        as="ul"
        listStyleType="none"
        maxHeight="7rem"
        overflowY="auto"
        tabIndex={0}
        display="grid"
        gap="1.5"
      >
        {draft.citations.map(({ n, document_name, quote }) => (
          <li key={n}>
            <Text as="span" fontWeight="semibold" dir="auto">
              {document_name}
            </Text>{' '}
            <Text as="q" color="ink.2" dir="auto">
              {quote}
            </Text>
          </li>
        ))}
      </Box>
    </Box>
  )
}
