import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ArrowRight } from 'lucide-react'
import type { UploadRef } from '../../../machines/knowledge/upload.machine.ts'
import { INTEGRATION_NAME_MAX } from '../../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { NewIntegrationDialog } from '../../parts/new-integration-dialog.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

interface NextStepProps {
  knowledgeBase: KnowledgeBase
  upload: UploadRef | undefined
}

/** The next step: documents need an assistant, and new content needs a first question. */
export function NextStep({ knowledgeBase, upload }: NextStepProps) {
  const organizationId = useOrganizationId()
  const creation = useViewActor(useProvided('createIntegration'))
  const integrations = useResourceData(useResource('integrations', { organizationId })) ?? []
  const isUploaded = useSelector(upload, (snapshot) => snapshot?.hasTag('report') ?? false)
  const { id, name, counts, integration_ids } = knowledgeBase
  const assistant = integrations.find((integration) => integration_ids.includes(integration.id))
  if (counts.documents === 0 || (integration_ids.length > 0 && !isUploaded)) return null
  return (
    <>
      <Flex align="center" gap="4" wrap="wrap" role="status">
        <Text color="ink.2" fontSize="md">
          {integration_ids.length === 0 ? t('No assistant uses these documents yet.') : t('Next steps')}
        </Text>
        {integration_ids.length === 0 ? (
          <Button
            variant="primary"
            onClick={() =>
              creation.send({
                type: 'form.opened',
                organizationId,
                values: {
                  name: t('{name} assistant', { name }).slice(0, INTEGRATION_NAME_MAX),
                  knowledge_base_ids: [id],
                },
              })
            }
          >
            {t('Create assistant')}
            <ArrowRight aria-hidden data-directional />
          </Button>
        ) : (
          assistant && (
            <ButtonLink to={`/integrations/${assistant.id}`}>
              {t('Ask {name}', { name: assistant.name })}
              <ArrowRight aria-hidden data-directional />
            </ButtonLink>
          )
        )}
      </Flex>
      <NewIntegrationDialog actor={creation} />
    </>
  )
}
