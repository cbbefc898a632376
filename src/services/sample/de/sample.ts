import type { Sample } from '../en/sample.ts'
import arbeitVonZuhause from './arbeit-von-zuhause.md?raw'
import spesen from './spesen.md?raw'
import urlaub from './urlaub.md?raw'

export const sample: Sample = {
  knowledgeBase: {
    name: 'Beispielhandbuch',
    description:
      'Beispielinhalte über eine Teefirma, die es nicht gibt. Löschen Sie sie, wenn Sie eigene haben.',
  },
  assistant: {
    name: 'Beispielassistent',
    description: 'Antwortet aus dem Beispielhandbuch. Löschen Sie ihn, wenn Sie einen eigenen haben.',
  },
  settings: {
    welcome_message: 'Fragen Sie nach Urlaub, Spesen oder der Arbeit von zu Hause.',
    starter_questions: [
      'Wie viele Tage bezahlten Urlaub habe ich im Jahr?',
      'Wie viel darf ein Hotel kosten?',
      'Was zahlt die Firma für das Arbeitszimmer?',
    ],
  },
  files: {
    'Urlaub und freie Tage.md': urlaub,
    'Spesen und Reisen.md': spesen,
    'Arbeit von zu Hause.md': arbeitVonZuhause,
  },
}
