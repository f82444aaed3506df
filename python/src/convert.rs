//! Conversion of values between Rust and Python.

use agent_description::{
    Timestamp,
    json::{Json, Object, Value, WideNumber},
};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString},
};
use std::{fmt::Display, time::Duration};

/// Maximum number of digits of an integer: Python refuses more than 4,300.
const MAX_INTEGER_DIGITS: usize = 4000;

/// Converts a tree to Python objects.
pub fn json_to_py<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json.value() {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match number.as_integer() {
            Some(integer) => PyInt::new(py, integer).into_any(),
            None => PyFloat::new(py, number.get()).into_any(),
        },
        Value::Wide(number) => wide_to_py(py, number)?,
        Value::String(text) => PyString::new(py, text.as_str()).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(json_to_py(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(object) => object_to_py(py, object)?.into_any(),
    })
}

/// Converts a number that is not its double: to an `int`, or to the nearest `float`.
fn wide_to_py<'py>(py: Python<'py>, number: &WideNumber) -> PyResult<Bound<'py, PyAny>> {
    let literal = number.literal();
    let is_integer = literal.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    if is_integer && literal.len() <= MAX_INTEGER_DIGITS {
        return py.get_type::<PyInt>().call1((literal,));
    }
    Ok(PyFloat::new(py, number.nearest()).into_any())
}

/// Converts an object to a `dict`.
pub fn object_to_py<'py>(py: Python<'py>, object: &Object) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for member in object {
        dict.set_item(member.name().as_str(), json_to_py(py, member.value())?)?;
    }
    Ok(dict)
}

/// Parses an RFC 3339 time from Python; the current time without one.
pub fn time_or_now(text: Option<&str>) -> PyResult<Timestamp> {
    text.map_or_else(|| Ok(Timestamp::now()), time)
}

/// Parses an RFC 3339 time from Python.
pub fn time(text: &str) -> PyResult<Timestamp> {
    text.parse().map_err(value_error)
}

/// A duration in seconds.
pub fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| PyValueError::new_err("a duration must not be negative"))
}

/// A `ValueError` with an error's message.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
