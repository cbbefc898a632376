import { Stack } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { t } from '../../texts/t.ts'

interface LoadingProps extends ComponentProps<typeof Stack> {
  /** Accessible name of what is loading. */
  label?: string
}

/** A placeholder in the shape of the content being loaded. */
export const Loading = ({ label = t('Loading'), ...props }: LoadingProps) => (
  <Stack role="group" aria-busy="true" aria-label={label} {...props} />
)
