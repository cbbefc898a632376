import { Box } from '@chakra-ui/react'

interface ProgressBarProps {
  label: string
  /** From 0 to 1. */
  value: number
  /** Ink, unless the value itself is a warning. */
  tone?: 'ink' | 'caution' | 'accent'
}

export const ProgressBar = ({ label, value, tone = 'ink' }: ProgressBarProps) => (
  <Box
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
    flex="1"
    height="4px"
    minWidth="4rem"
    bg="rule"
    borderRadius="full"
    overflow="hidden"
  >
    <Box
      data-bar
      height="full"
      bg={tone}
      transformOrigin="0 0"
      transition="transform 160ms ease-out"
      style={{ transform: `scaleX(${value})` }}
    />
  </Box>
)
