import { t } from '../../texts/t.ts'
import { useOrganizationId, useResource } from '../workspace.ts'
import { CheckList } from './choice-list.tsx'
import { FieldView } from './resource-view.tsx'

interface KnowledgeBaseChoicesProps {
  label: string
  /** If there are none. */
  empty: string
}

/** The knowledge bases of an assistant, in a form. */
export const KnowledgeBaseChoices = ({ label, empty }: KnowledgeBaseChoicesProps) => (
  <FieldView label={label} resource={useResource('knowledgeBases', { organizationId: useOrganizationId() })}>
    {(knowledgeBases) => (
      <CheckList
        name="knowledge_base_ids"
        label={label}
        find={t('Find knowledge bases')}
        choices={knowledgeBases.map(({ id, name, counts }) => ({
          id,
          label: name,
          hint: t('{documents, plural, =0 {No documents} one {# document} other {# documents}}', {
            documents: counts.documents,
          }),
        }))}
        empty={empty}
      />
    )}
  </FieldView>
)
