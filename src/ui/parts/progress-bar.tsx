import { Box } from '@chakra-ui/react'

/** `value` from 0 to 1. */
export const ProgressBar = ({ label, value }: { label: string; value: number }) => (
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
      height="full"
      bg="accent"
      transformOrigin="0 0"
      transition="transform 160ms ease-out"
      style={{ transform: `scaleX(${value})` }}
    />
  </Box>
)
