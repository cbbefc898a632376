import { answerCalls } from '../../../kernel/workers.ts'
import { readLetter } from './letter.ts'

answerCalls(readLetter)
