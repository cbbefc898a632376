import { Box, Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { useFormatDay } from '../parts/clock.ts'
import { joined } from '../parts/joined.ts'
import { Page } from '../parts/page.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { SkeletonRows } from '../parts/skeletons.tsx'
import { EmptyState } from '../parts/states.tsx'
import { useResource } from '../workspace.ts'

/** Feedback about Lectern, for the installation's administrators. */
export function FeedbackScreen() {
  const formatDay = useFormatDay()
  return (
    <Page title={t('Feedback received')} lead={t('Feedback from your users, newest first.')}>
      <ResourceView
        resource={useResource('feedback', {})}
        skeleton={<SkeletonRows />}
        empty={
          <EmptyState title={t('No feedback yet.')}>{t('The feedback link is in the sidebar.')}</EmptyState>
        }
      >
        {(list) => (
          <Box as="ul" listStyleType="none" borderTop="1px solid" borderColor="rule">
            {list.map(({ id, message, author_email, organization_name, page, created_at }) => (
              <Box as="li" key={id} py="4" borderBottom="1px solid" borderColor="rule">
                <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
                  {message}
                </Text>
                <Text textStyle="small" color="ink.2" mt="1.5" overflowWrap="anywhere">
                  {joined([
                    author_email ?? t('A deleted account'),
                    organization_name,
                    page,
                    formatDay(created_at),
                  ])}
                </Text>
              </Box>
            ))}
          </Box>
        )}
      </ResourceView>
    </Page>
  )
}
