import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw } from 'lucide-react'
import type { ComparisonRef } from '../../../machines/comparison/comparison.machine.ts'
import type { Sides } from '../../../machines/comparison/comparison.types.ts'
import { t } from '../../../texts/t.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { QuestionField } from '../../conversation/question-field.tsx'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'

interface ComparisonComposerProps {
  actor: ComparisonRef
  sides: Sides
  placeholder: string
  started: boolean
}

/** One question for both. */
export function ComparisonComposer({ actor, sides, placeholder, started }: ComparisonComposerProps) {
  const text = useSelector(sides.draft, ({ context }) => context.draft)
  const isApart = useSelector(actor, (comparison) => comparison.matches('apart'))
  const isHalted = useSelector(actor, (comparison) => comparison.matches('halted'))
  const mayAsk = useSelector(actor, (comparison) => comparison.can({ type: 'question.submitted' }))
  const mayRestart = useSelector(actor, (comparison) => comparison.can({ type: 'comparison.restarted' }))
  const errorOfDraft = useSelector(sides.draft, ({ context }) => context.error)
  const errorOfPublished = useSelector(sides.published, ({ context }) => context.error)
  const error = errorOfDraft ?? errorOfPublished
  return (
    <Flex direction="column" gap="3" maxWidth="45rem">
      {isHalted && error && (
        <Notice tone="error">
          <Flex align="center" justify="space-between" gap="3" wrap="wrap">
            <span>
              {error}
              <UpgradeOffer text={error} />
            </span>
            <Button size="sm" onClick={() => actor.send({ type: 'retry.requested' })}>
              {t('Retry')}
            </Button>
          </Flex>
        </Notice>
      )}
      {isApart && (
        <Text textStyle="small" color="ink.2">
          {t(
            'The two were asked different questions so far. Your next question starts both over; what was said stays in Chat History.',
          )}
        </Text>
      )}
      <QuestionField
        text={text}
        placeholder={placeholder}
        onChange={(typed) => sides.draft.send({ type: 'draft.changed', text: typed })}
        onSubmit={() => actor.send({ type: 'question.submitted' })}
      >
        {started && (
          <Button
            variant="ghost"
            size="sm"
            disabled={!mayRestart}
            onClick={() => actor.send({ type: 'comparison.restarted' })}
          >
            <RotateCcw aria-hidden />
            {t('New')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="sm" disabled={!mayAsk}>
          {t('Ask both')}
        </Button>
      </QuestionField>
    </Flex>
  )
}
