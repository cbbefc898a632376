import type { DayOfQuestions } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { DayChart } from './day-chart.tsx'

const SERIES = [
  { name: t('Answered'), color: 'ink' },
  { name: t('Not answered'), color: 'caution' },
  { name: t('Stopped or failed'), color: 'rule.2' },
]

/** The questions of each day by outcome. */
export const QuestionsByDay = ({ days }: { days: readonly DayOfQuestions[] }) => (
  <DayChart
    title={t('Questions per day')}
    series={SERIES}
    days={days.map(({ date, questions, answered, unanswered }) => ({
      date,
      values: [answered, unanswered, questions - answered - unanswered],
    }))}
  />
)
