import { Box, Text } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { EmptyLine } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'
import { reasonsText } from './words.ts'

export function WhoCanReadBase({ knowledgeBaseId }: { knowledgeBaseId: string }) {
  const organizationId = useOrganizationId()
  return <WhoCanRead readers={useResource('readers', { organizationId, id: knowledgeBaseId })} />
}

export function WhoCanReadDocument({
  documentId,
  isFollowed = false,
}: {
  documentId: string
  isFollowed?: boolean
}) {
  const organizationId = useOrganizationId()
  const readers = useResource('documentReaders', { organizationId, id: documentId })
  return (
    <WhoCanRead
      readers={readers}
      {...(isFollowed && { none: t('No one. No member here can read it there.') })}
    />
  )
}

export function WhoCanUse({ assistantId }: { assistantId: string }) {
  const organizationId = useOrganizationId()
  const readers = useResource('assistantReaders', { organizationId, id: assistantId })
  return <WhoCanRead readers={readers} title={t('Can use it now')} />
}

type ReadersResource = ReturnType<typeof useResource<'readers' | 'documentReaders' | 'assistantReaders'>>

interface WhoCanReadProps {
  readers: ReadersResource
  title?: string
  none?: string
}

/** The people who can read or use it as saved, each with the reason. */
function WhoCanRead({
  readers,
  title = t('Can read it now'),
  none = t('No one. Add a group or a person.'),
}: WhoCanReadProps) {
  return (
    <Box>
      <Text fontWeight="semibold" fontSize="sm">
        {title}
      </Text>
      <ResourceView resource={readers} skeleton={<SkeletonRows count={2} />}>
        {({ people }) =>
          people.length === 0 ? (
            <EmptyLine>{none}</EmptyLine>
          ) : (
            <Box maxHeight="16rem" overflowY="auto" tabIndex={0} role="group" aria-label={title}>
              <Rows label={title}>
                {people.map(({ user_id, name, reasons }) => (
                  <Row key={user_id} title={name}>
                    {reasonsText(reasons)}
                  </Row>
                ))}
              </Rows>
            </Box>
          )
        }
      </ResourceView>
    </Box>
  )
}
