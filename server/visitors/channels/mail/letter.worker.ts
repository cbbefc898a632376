import { answerCalls } from '../../../kernel/worker-calls.ts'
import { readLetter } from './letter.ts'

answerCalls(readLetter)
