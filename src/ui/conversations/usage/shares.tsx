import { Grid } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { UsageSeries } from '../../../services/contract/analytics.ts'
import { t } from '../../../texts/t.ts'
import { ShareList } from '../charts/share-list.tsx'
import { CHANNEL_NAMES } from '../conversation/channel-names.ts'

interface SharesProps<Part, OfAssistant extends Part, OfChannel extends Part> {
  by_integration: readonly (OfAssistant &
    Pick<UsageSeries['by_integration'][number], 'integration_id' | 'name'>)[]
  by_channel: readonly (OfChannel & Pick<UsageSeries['by_channel'][number], 'channel'>)[]
  /** The compared value, and its format if it is not a plain number. */
  figure: (part: Part) => { value: number; shown?: string }
  /** Additional lists. */
  children?: ReactNode
}

/** The shares of assistants and channels. */
export const Shares = <Part, OfAssistant extends Part, OfChannel extends Part>({
  by_integration,
  by_channel,
  figure,
  children,
}: SharesProps<Part, OfAssistant, OfChannel>) => (
  <Grid templateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="9">
    <ShareList
      title={t('By assistant')}
      items={by_integration.map((part) => ({ key: part.integration_id, label: part.name, ...figure(part) }))}
    />
    <ShareList
      title={t('By channel')}
      items={by_channel.map((part) => ({
        key: part.channel,
        label: CHANNEL_NAMES[part.channel],
        ...figure(part),
      }))}
    />
    {children}
  </Grid>
)
