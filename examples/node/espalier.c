/* Espalier for Node: an addon over the C interface and Node-API, which is the same in all versions of Node.
 *
 *   cc -shared -fPIC examples/node/espalier.c -Iinclude -I/usr/include/node -Lbuild -lespalier \
 *      -Wl,-rpath,$PWD/build -o espalier.node
 *
 * It has one function, load(model, options), whose value parses: parse(text) gives sentences, arrays of words with
 * form, lemma, upos, xpos, feats, head and deprel; parse(text, format) gives a string.
 */
#include <espalier/espalier.h>
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static napi_value fail(napi_env env, espalier_error* error) {
  static const char* const kCodes[] = {"OK", "USAGE", "INPUT", "SYSTEM", "INTERRUPTED"};
  napi_throw_error(env, kCodes[espalier_error_status(error)], espalier_error_message(error));
  espalier_error_free(error);
  return NULL;
}

/* A string of JavaScript as UTF-8, for free(); NULL, and an exception is pending, where it is none. */
static char* string_of(napi_env env, napi_value value, size_t* bytes) {
  char* text = NULL;
  if (napi_get_value_string_utf8(env, value, NULL, 0, bytes) != napi_ok) {
    napi_throw_type_error(env, NULL, "a string is expected");
    return NULL;
  }
  text = malloc(*bytes + 1);
  if (text == NULL || napi_get_value_string_utf8(env, value, text, *bytes + 1, bytes) != napi_ok) {
    free(text);
    napi_throw_error(env, "SYSTEM", "out of memory");
    return NULL;
  }
  return text;
}

static void set_text(napi_env env, napi_value object, const char* name, const char* text) {
  napi_value value;
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
  napi_set_named_property(env, object, name, value);
}

static napi_value word_of(napi_env env, const espalier_document* document, size_t sentence, size_t word) {
  static const char* const kNames[] = {"form", "lemma", "upos", "xpos", "feats", "deprel"};
  napi_value object, head;
  napi_create_object(env, &object);
  for (int column = ESPALIER_FORM; column <= ESPALIER_DEPREL; ++column) {
    set_text(env, object, kNames[column], espalier_word(document, sentence, word, (espalier_column)column));
  }
  napi_create_int32(env, espalier_head(document, sentence, word), &head);
  napi_set_named_property(env, object, "head", head);
  return object;
}

static napi_value sentences_of(napi_env env, const espalier_document* document) {
  napi_value sentences, words;
  napi_create_array(env, &sentences);
  for (size_t sentence = 0; sentence < espalier_sentence_count(document); ++sentence) {
    napi_create_array(env, &words);
    for (size_t word = 1; word <= espalier_word_count(document, sentence); ++word) {
      napi_set_element(env, words, (uint32_t)(word - 1), word_of(env, document, sentence, word));
    }
    napi_set_element(env, sentences, (uint32_t)sentence, words);
  }
  return sentences;
}

static napi_value written(napi_env env, const espalier_document* document, napi_value format) {
  napi_value result = NULL;
  espalier_error* error = NULL;
  char* text = NULL;
  size_t bytes = 0;
  char* name = string_of(env, format, &bytes);
  if (name == NULL) return NULL;
  if (espalier_write(document, name, &text, &bytes, &error) == ESPALIER_OK) {
    napi_create_string_utf8(env, text, bytes, &result);
    espalier_string_free(text);
  } else {
    fail(env, error);
  }
  free(name);
  return result;
}

static napi_value parse(napi_env env, napi_callback_info info) {
  napi_value arguments[2], result;
  size_t count = 2, bytes = 0;
  void* pipeline = NULL;
  espalier_document* document = NULL;
  espalier_error* error = NULL;
  char* text;
  napi_get_cb_info(env, info, &count, arguments, NULL, &pipeline);
  text = string_of(env, arguments[0], &bytes);
  if (text == NULL) return NULL;
  espalier_parse_text(pipeline, text, bytes, &document, &error);
  free(text);
  if (document == NULL) return fail(env, error);
  result = count > 1 ? written(env, document, arguments[1]) : sentences_of(env, document);
  espalier_document_free(document);
  return result;
}

static void free_pipeline(napi_env env, void* pipeline, void* hint) {
  (void)env;
  (void)hint;
  espalier_pipeline_free(pipeline);
}

static napi_value load(napi_env env, napi_callback_info info) {
  napi_value arguments[2], function = NULL;
  size_t count = 2, bytes = 0;
  espalier_pipeline* pipeline = NULL;
  espalier_error* error = NULL;
  char *model, *options = NULL;
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  model = string_of(env, arguments[0], &bytes);
  if (model == NULL) return NULL;
  if (count > 1) {
    options = string_of(env, arguments[1], &bytes);
    if (options == NULL) {
      free(model);
      return NULL;
    }
  }
  if (espalier_load(model, options, &pipeline, &error) == ESPALIER_OK) {
    napi_create_function(env, "parse", NAPI_AUTO_LENGTH, parse, pipeline, &function);
    napi_add_finalizer(env, function, pipeline, free_pipeline, NULL, NULL);
  } else {
    fail(env, error);
  }
  free(model);
  free(options);
  return function;
}

NAPI_MODULE_INIT() {
  napi_value function;
  napi_create_function(env, "load", NAPI_AUTO_LENGTH, load, NULL, &function);
  napi_set_named_property(env, exports, "load", function);
  return exports;
}
