import { t } from '../../texts/t.ts'
import expenses from './expenses.md?raw'
import leave from './leave.md?raw'
import remoteWork from './remote-work.md?raw'

/** The sample that people can try before they have added anything: documents of a company that does not exist. */
export const KNOWLEDGE_BASE = {
  name: 'Sample handbook',
  description: t('Sample content about a tea company that does not exist. Delete it when you have your own.'),
}

export const ASSISTANT = {
  name: 'Sample assistant',
  description: t('Answers from the sample handbook. Delete it when you have your own.'),
}

export const ASSISTANT_SETTINGS = {
  welcome_message: 'Ask about holidays, expenses or working from home.',
  starter_questions: [
    'How many days of paid holiday do I have?',
    'How much may a hotel cost?',
    'What do I get for my home office?',
  ],
}

export const FILES = {
  'Holidays and leave.md': leave,
  'Expenses and travel.md': expenses,
  'Working from home.md': remoteWork,
}
