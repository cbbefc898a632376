import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/form.tsx'
import { Link } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

/** Which knowledge base of the assistant it is added to. */
export function AssistantBase({ assistantId }: { assistantId: string }) {
  const organizationId = useOrganizationId()
  const bases = useResource('knowledgeBases', { organizationId })
  const assistants = useResourceData(useResource('integrations', { organizationId }))
  const ids = assistants?.find(({ id }) => id === assistantId)?.knowledge_base_ids ?? []
  return (
    <ResourceView resource={bases} skeleton={<SkeletonFields count={1} />}>
      {(list) =>
        assistants && ids.length === 0 ? (
          <Notice tone="caution">
            {t('This assistant has nothing to search.')}{' '}
            <Link to={`/integrations/${assistantId}/settings`}>{t('Choose knowledge bases')}</Link>
          </Notice>
        ) : (
          <SelectField
            name="knowledgeBaseId"
            label={t('Knowledge base')}
            options={list
              .filter(({ id }) => ids.includes(id))
              .map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={t('Choose one')}
            required
          />
        )
      }
    </ResourceView>
  )
}
