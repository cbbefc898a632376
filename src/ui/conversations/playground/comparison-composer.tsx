import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { RotateCcw } from 'lucide-react'
import {
  askBoth,
  comparisonOf,
  mayAsk,
  mayRestart,
  restartBoth,
  retryHalted,
  type Sides,
  selectHalt,
  selectSide,
} from '../../../machines/conversations/comparison.ts'
import { t } from '../../../texts/t.ts'
import { UpgradeOffer } from '../../billing/upgrade-offer.tsx'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { QuestionField } from '../conversation/question-field.tsx'

interface ComparisonComposerProps {
  sides: Sides
  placeholder: string
  started: boolean
}

/** One question for both. */
export function ComparisonComposer({ sides, placeholder, started }: ComparisonComposerProps) {
  const text = useSelector(sides.draft, ({ context }) => context.draft)
  const comparison = comparisonOf(
    useSelector(sides.draft, selectSide),
    useSelector(sides.published, selectSide),
  )
  const haltOfDraft = useSelector(sides.draft, selectHalt)
  const haltOfPublished = useSelector(sides.published, selectHalt)
  const halt = haltOfDraft ?? haltOfPublished
  return (
    <Flex direction="column" gap="3" maxWidth="45rem">
      {(comparison === 'halted' || comparison === 'refused') && (
        <Notice tone="error">
          <Flex align="center" justify="space-between" gap="3" wrap="wrap">
            <span>
              {halt?.error}
              <UpgradeOffer code={halt?.code} />
            </span>
            {comparison === 'refused' ? (
              <Button size="sm" onClick={() => restartBoth(sides)}>
                {t('New conversation')}
              </Button>
            ) : (
              <Button size="sm" onClick={() => retryHalted(sides)}>
                {t('Retry')}
              </Button>
            )}
          </Flex>
        </Notice>
      )}
      {comparison === 'apart' && (
        <Text textStyle="small" color="ink.2">
          {t(
            'The two have been asked different questions so far. Your next question restarts both; earlier conversations stay in Chat History.',
          )}
        </Text>
      )}
      <QuestionField
        text={text}
        placeholder={placeholder}
        onChange={(typed) => sides.draft.send({ type: 'draft.changed', text: typed })}
        onSubmit={() => askBoth(sides)}
      >
        {started && (
          <Button
            variant="ghost"
            size="sm"
            disabled={!mayRestart(comparison)}
            onClick={() => restartBoth(sides)}
          >
            <RotateCcw aria-hidden />
            {t('New')}
          </Button>
        )}
        <Button type="submit" variant="primary" size="sm" disabled={!mayAsk(comparison, text)}>
          {t('Ask both')}
        </Button>
      </QuestionField>
    </Flex>
  )
}
