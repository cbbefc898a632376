import { Box, Flex, Stack, Text } from '@chakra-ui/react'
import { ExternalLink } from 'lucide-react'
import type { Integration } from '../../../services/contract/integrations.ts'
import { t } from '../../../texts/t.ts'
import { ButtonAnchor } from '../../parts/link.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Secret } from '../../parts/secret.tsx'

interface ShareLinkProps {
  integration: Integration
  /** The public page's address. */
  url: string
}

/** The ways to share the public page: a link, a QR code, or a line of HTML for one's own site. */
export function ShareLink({ integration: { id }, url }: ShareLinkProps) {
  const source = new URL('/embed.js', url)
  const script = `<script async src="${source}" data-assistant="${id}"></script>`
  return (
    <Flex gap="6" wrap="wrap" align="flex-start">
      <Stack gap="4" flex="1 1 20rem" minWidth={0}>
        <Box>
          <Flex justify="space-between" align="center" mb="1.5" gap="3">
            <Text fontWeight="semibold" fontSize="sm">
              {t('Link')}
            </Text>
            <ButtonAnchor href={url} target="_blank" size="sm" variant="ghost">
              <ExternalLink aria-hidden />
              {t('Open')}
            </ButtonAnchor>
          </Flex>
          <Secret label={t('Link')} text={url} />
        </Box>
        <Box>
          <Text fontWeight="semibold" fontSize="sm" mb="1.5">
            {t('On your own site')}
          </Text>
          <Text textStyle="small" color="ink.2" mb="1.5">
            {t('The button uses the published appearance. The code stays the same when you change it.')}
          </Text>
          <Secret label={t('Embed code')} text={script} />
        </Box>
      </Stack>
      <QrCode text={url} label={t('Code for {url}', { url })} />
    </Flex>
  )
}
