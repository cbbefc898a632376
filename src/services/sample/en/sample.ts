import type { Sample } from '../sample.types.ts'
import expenses from './expenses.md?raw'
import leave from './leave.md?raw'
import remoteWork from './remote-work.md?raw'

export const sample: Sample = {
  knowledgeBase: {
    name: 'Sample handbook',
    description: 'Sample content about a tea company that does not exist. Delete it when you have your own.',
  },
  assistant: {
    name: 'Sample assistant',
    description: 'Answers from the sample handbook. Delete it when you have your own.',
  },
  settings: {
    welcome_message: 'Ask about holidays, expenses or working from home.',
    starter_questions: [
      'How many days of paid holiday do I have?',
      'How much may a hotel cost?',
      'What do I get for my home office?',
    ],
  },
  files: {
    'Holidays and leave.md': leave,
    'Expenses and travel.md': expenses,
    'Working from home.md': remoteWork,
  },
}
