import type { Organization } from './contract/organizations.ts'

/** S3.3: a relative logo is the API's, and its time stamp keeps the browser from showing the one before. */
export function logoUrl(
  apiBase: string,
  { logo_url, updated_at }: Pick<Organization, 'logo_url' | 'updated_at'>,
): string | null {
  if (logo_url === null || /^(http|data:)/.test(logo_url)) return logo_url
  const base = `${apiBase}/${logo_url.replace(/^\/+/, '')}`
  return `${base}${base.includes('?') ? '&' : '?'}t=${Date.parse(updated_at) || 0}`
}
