import { expect } from 'vitest'
import { importFaqMachine } from '../../src/machines/knowledge/import-faq.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { importFaqModel } from './import-faq.model.ts'

describeModel({
  name: 'importFaq',
  machine: importFaqMachine,
  model: importFaqModel,
  rig: (world) => ({
    oracles: {
      'importFaq.reading': () =>
        expect(world.children.get('preview')?.input).toMatchObject({ knowledgeBaseId: 'k1' }),
      'importFaq.importing': () =>
        expect(world.children.get('importPairs')?.input).toMatchObject({
          knowledgeBaseId: 'k1',
          approved: world.snapshot().context.approved,
        }),
      'importFaq.imported': () => expect(world.snapshot().context.report.added).toBe(1),
    },
  }),
})
