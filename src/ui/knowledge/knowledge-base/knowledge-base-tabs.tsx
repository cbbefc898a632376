import { t } from '../../../texts/t.ts'
import { PartTabs } from '../../parts/part-tabs.tsx'

/** The parts of a knowledge base, some of which have their own screens. */
export function KnowledgeBaseTabs({ id }: { id: string }) {
  const base = `/knowledge-bases/${id}`
  return (
    <PartTabs
      label={t('Knowledge base')}
      parts={[
        { to: base, label: t('Documents') },
        { to: `${base}?part=passages`, label: t('Passages') },
        { to: `${base}/test`, label: t('Retrieval test') },
        { to: `${base}/golden-questions`, label: t('Golden questions') },
        { to: `${base}?part=settings`, label: t('Settings') },
      ]}
    />
  )
}
