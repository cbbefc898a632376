import type { DayOfQuestions } from '../../services/contract/analytics.ts'
import { DayChart } from './day-chart.tsx'

const SERIES = [
  { name: 'Answered', color: 'ink' },
  { name: 'Not answered', color: 'caution' },
  { name: 'Stopped or failed', color: 'rule.2' },
]

/** What became of the questions of each day. */
export const QuestionsByDay = ({ days }: { days: readonly DayOfQuestions[] }) => (
  <DayChart
    title="Questions per day"
    series={SERIES}
    days={days.map(({ date, questions, answered, unanswered }) => ({
      date,
      values: [answered, unanswered, questions - answered - unanswered],
    }))}
  />
)
