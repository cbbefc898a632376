import { Heading, Stack, Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { ButtonLink } from './link.tsx'
import { PageFrame } from './page.tsx'

/** S2.18 */
export function NotFound() {
  return (
    <PageFrame>
      <Stack gap="4" align="flex-start">
        <Heading as="h1" textStyle="title" tabIndex={-1} outline="none">
          {t('Page Not Found')}
        </Heading>
        <Text color="ink.2" maxWidth="30rem">
          {t('This page does not exist. It may have been deleted, or belong to another organization.')}
        </Text>
        <ButtonLink to="/">{t('Go to Home')}</ButtonLink>
      </Stack>
    </PageFrame>
  )
}
