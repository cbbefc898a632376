import expenses from './expenses.md?raw'
import leave from './leave.md?raw'
import remoteWork from './remote-work.md?raw'

/** Content that people can try before they have added any: documents of a fictional company. */
export interface Sample {
  readonly knowledgeBase: { readonly name: string; readonly description: string }
  readonly assistant: { readonly name: string; readonly description: string }
  readonly settings: { readonly welcome_message: string; readonly starter_questions: string[] }
  /** Name → text. */
  readonly files: Readonly<Record<string, string>>
}

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
