import { PartTabs } from './part-tabs.tsx'

/** The parts of a knowledge base, some of which are screens of their own. */
export function KnowledgeBaseTabs({ id }: { id: string }) {
  const base = `/knowledge-bases/${id}`
  return (
    <PartTabs
      label="Knowledge base"
      parts={[
        { to: base, label: 'Documents' },
        { to: `${base}?part=passages`, label: 'Passages' },
        { to: `${base}/test`, label: 'Retrieval test' },
        { to: `${base}/golden-questions`, label: 'Golden questions' },
        { to: `${base}?part=settings`, label: 'Settings' },
      ]}
    />
  )
}
