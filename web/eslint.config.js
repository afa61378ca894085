import js from '@eslint/js';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist/', 'node_modules/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  {
    rules: {
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      'no-implied-eval': 'error',
      'no-eval': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['tests/**', '*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', Buffer: 'readonly', URL: 'readonly', URLSearchParams: 'readonly', fetch: 'readonly', setTimeout: 'readonly', document: 'readonly', window: 'readonly', localStorage: 'readonly', location: 'readonly', getComputedStyle: 'readonly', navigator: 'readonly', innerWidth: 'readonly' } },
    rules: { 'max-lines-per-function': 'off' },
  },
);
