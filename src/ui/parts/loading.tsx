import { Stack } from '@chakra-ui/react'
import type { ComponentProps } from 'react'
import { t } from '../../texts/t.ts'

interface LoadingProps extends ComponentProps<typeof Stack> {
  /** What is waited for, as screen readers say it. */
  label?: string
}

/** What stands in place of something that is being read, in its shape. */
export const Loading = ({ label = t('Loading'), ...props }: LoadingProps) => (
  <Stack role="group" aria-busy="true" aria-label={label} {...props} />
)
