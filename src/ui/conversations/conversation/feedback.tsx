import { Box, chakra, Flex, Text, Textarea } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { AnswerFeedbackRef } from '../../../machines/conversations/answer-feedback.machine.ts'
import {
  type AnswerFeedback,
  FEEDBACK_COMMENT_MAX,
  type FeedbackReason,
} from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { isTooLong, Limit } from '../../parts/limit.tsx'
import { Notice } from '../../parts/notice.tsx'

const REASONS: readonly (readonly [FeedbackReason, string])[] = [
  ['wrong', t('Wrong')],
  ['out_of_date', t('Out of date')],
  ['missing', t('Something is missing')],
  ['wrong_source', t('Wrong source')],
  ['tone', t('Tone')],
]

/** Thumbs up or down; pressing the active one takes it back. */
export function Thumbs({ actor }: { actor: AnswerFeedbackRef }) {
  const rating = useSelector(actor, ({ context }) => context.wanted?.rating ?? null)
  const busy = useSelector(actor, (feedback) => feedback.hasTag('busy'))
  const mayExplain = useSelector(actor, (feedback) => feedback.can({ type: 'explanation.opened' }))
  const explained = useSelector(
    actor,
    ({ context: { saved } }) => saved !== null && (saved.reason !== null || saved.comment !== ''),
  )
  return (
    <Flex role="group" aria-label={t('Was this answer good?')} align="center">
      {(['up', 'down'] as const).map((thumb) => (
        <IconButton
          key={thumb}
          label={thumb === 'up' ? t('Good answer') : t('Bad answer')}
          aria-pressed={rating === thumb}
          aria-disabled={busy}
          color={rating === thumb ? 'ink' : undefined}
          css={rating === thumb ? { '& svg': { fill: 'mark' } } : undefined}
          onClick={() => actor.send({ type: 'thumb.pressed', rating: thumb })}
        >
          {thumb === 'up' ? <ThumbsUp aria-hidden /> : <ThumbsDown aria-hidden />}
        </IconButton>
      ))}
      {mayExplain && (
        <Button variant="ghost" size="sm" onClick={() => actor.send({ type: 'explanation.opened' })}>
          {explained ? t('Change your comment') : t('Tell us why')}
        </Button>
      )}
    </Flex>
  )
}

/** Someone else's rating of an answer. */
export function Rated({ rating, reason, comment }: AnswerFeedback) {
  const why = REASONS.find(([value]) => value === reason)?.[1]
  return (
    <Flex
      mt="2"
      gap="2"
      align="flex-start"
      fontSize="md"
      color="ink.2"
      css={{ '& svg': { width: '4', mt: '1' } }}
    >
      {rating === 'up' ? <ThumbsUp aria-hidden /> : <ThumbsDown aria-hidden />}
      <Text overflowWrap="anywhere">
        {[rating === 'up' ? t('Rated good by the visitor') : t('Rated bad by the visitor'), why]
          .filter(Boolean)
          .join(': ')}
        .{comment && ` ${t('“{quoted}”', { quoted: comment })}`}
      </Text>
    </Flex>
  )
}

/** The reason, under the answer; and errors of saving it. */
export function Explanation({ actor }: { actor: AnswerFeedbackRef }) {
  const open = useSelector(actor, (feedback) => feedback.hasTag('explaining'))
  const busy = useSelector(actor, (feedback) => feedback.hasTag('busy'))
  const { saved, reason, comment, error } = useSelector(actor, ({ context }) => context)
  const maySave = useSelector(actor, (feedback) => feedback.can({ type: 'explanation.submitted' }))
  return (
    <>
      {error && (
        <Box mt="3">
          <Notice tone="error">{error}</Notice>
        </Box>
      )}
      {open && (
        <chakra.form
          mt="3"
          p="4"
          display="grid"
          gap="3"
          bg="raised"
          border="1px solid"
          borderColor="rule"
          borderRadius="lg"
          aria-label={t('Why?')}
          onSubmit={(event) => {
            event.preventDefault()
            actor.send({ type: 'explanation.submitted' })
          }}
        >
          {saved?.rating === 'down' && (
            <Flex role="group" aria-label={t('What was wrong with it?')} gap="2" wrap="wrap">
              <Text as="span" fontSize="md" color="ink.2" width="full">
                {t('What was wrong with it?')}
              </Text>
              {REASONS.map(([value, label]) => (
                <Button
                  key={value}
                  size="sm"
                  aria-pressed={reason === value}
                  bg={reason === value ? 'mark' : undefined}
                  borderColor={reason === value ? 'ink' : undefined}
                  onClick={() => actor.send({ type: 'reason.picked', reason: value })}
                >
                  {label}
                </Button>
              ))}
            </Flex>
          )}
          <Textarea
            aria-label={t('In your own words')}
            placeholder={
              saved?.rating === 'up'
                ? t('What was good about it? (optional)')
                : t('What should it have said? (optional)')
            }
            rows={2}
            aria-invalid={isTooLong(comment, FEEDBACK_COMMENT_MAX)}
            value={comment}
            onChange={({ target }) => actor.send({ type: 'comment.changed', text: target.value })}
          />
          <Limit text={comment} max={FEEDBACK_COMMENT_MAX} />
          <Flex gap="2" justify="flex-end">
            <Button size="sm" variant="ghost" onClick={() => actor.send({ type: 'explanation.closed' })}>
              {t('Close')}
            </Button>
            <Button type="submit" size="sm" disabled={!maySave}>
              {busy ? t('Saving…') : t('Save')}
            </Button>
          </Flex>
        </chakra.form>
      )}
    </>
  )
}
