import { answerCalls } from '../../kernel/worker-calls.ts'
import { rewrite } from './index/rewrites.ts'

answerCalls(rewrite)
