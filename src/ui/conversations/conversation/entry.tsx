import { Box, Flex, Text } from '@chakra-ui/react'
import type { HandoverEntry } from '../../../services/contract/handover.ts'
import { t } from '../../../texts/t.ts'
import { useFormatDay } from '../../parts/clock.ts'
import { UNDER_TEXT } from './columns.ts'

/** An action, as a sentence; `who` is never empty. */
export const DEEDS: Partial<Record<HandoverEntry['kind'], (who: string, content: string) => string>> = {
  taken: (who) => t('{who} has taken over.', { who }),
  given_back: (who) => t('{who} handed the conversation back to the assistant.', { who }),
  assigned: (who, name) =>
    name === ''
      ? t('{who} unassigned the conversation.', { who })
      : t('{who} assigned the conversation to {name}.', { who, name }),
  resolved: (who) => t('{who} marked the conversation as resolved.', { who }),
  closed: () => t('The request was closed. No reply is needed.'),
  reopened: (who) => t('{who} reopened the conversation.', { who }),
}

interface EntryProps {
  entry: HandoverEntry
  /** The author if none is named: the visitor, or a team member. */
  visitor: string
  team: string
}

/** A message to or from a person, or an action, among the conversation's questions and answers. */
export function Entry({ entry: { kind, author, content, created_at }, visitor, team }: EntryProps) {
  const who = author || (kind === 'visitor' ? visitor : team)
  const deed = DEEDS[kind]
  return (
    <Box as="article" minWidth={0} py="3" css={UNDER_TEXT}>
      {deed ? (
        <Text textStyle="small" color="ink.2">
          {deed(who, content)} <Moment at={created_at} />
        </Text>
      ) : (
        <Box
          borderInlineStart="3px solid"
          borderColor={kind === 'visitor' ? 'rule.2' : kind === 'note' ? 'caution' : 'accent'}
          bg={kind === 'note' ? 'caution.wash' : undefined}
          ps="4"
          py="1"
        >
          <Flex gap="2" align="baseline" wrap="wrap" textStyle="small" color="ink.2">
            <Text as="span" fontWeight="semibold" color="ink" dir="auto">
              {who}
            </Text>
            {kind === 'note' && <span>{t('Note, visible to your team only')}</span>}
            <Moment at={created_at} />
          </Flex>
          <Text whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto" mt="0.5">
            {content}
          </Text>
        </Box>
      )}
    </Box>
  )
}

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{useFormatDay()(at)}</time>
