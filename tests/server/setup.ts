import { expectDocumentedRefusals } from '../harness/documented-refusals.ts'
import { keepClearOfMidnight } from '../harness/midnight.ts'

/** Most files end in this time, in ms. */
await keepClearOfMidnight(300_000)
expectDocumentedRefusals()
