import { describe, expect, it } from 'vitest'
import { spokenText } from '../../../src/ui/parts/spoken-text.ts'

describe('an answer as a screen reader says it', () => {
  it.each([
    ['Boots take **up to 26 weeks** [1].', 'Boots take up to 26 weeks.'],
    ['## Care\n\n- Brush `--soft`\n- Wax it [2]', 'Care. Brush --soft. Wax it.'],
    [
      '| Who | When |\n|---|---|\n| Ann | Monday [1] |\n| Ben | Tuesday |',
      'Who: Ann. When: Monday. Who: Ben. When: Tuesday.',
    ],
    ['> Said\n> so\n\n---\n\n[Read on](https://example.com)', 'Said so. Read on.'],
    ['2 \\* 3 = 6', '2 * 3 = 6.'],
    ['```\nnpm start\n```', 'npm start.'],
    ['', ''],
  ])('%s', (source, spoken) => {
    expect(spokenText(source)).toBe(spoken)
  })
})
